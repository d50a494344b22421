"""Read files, check them, report every mistake with its line, and build the model.

text → events → plain data with places → JSON schema → meaning → model
"""
