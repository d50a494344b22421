# expect: it cannot be imported: ModuleNotFoundError: No module named 'no_such_library'
import no_such_library
