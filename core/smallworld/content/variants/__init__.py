"""Files of variants: discovery, kinds, `extends`, and the model built from them."""
