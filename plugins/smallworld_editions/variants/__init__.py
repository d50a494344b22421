"""Files of variants: find them, detect their kind, combine them by `extends`, build the model."""
