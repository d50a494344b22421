"""Files of editions and boards, read into the model and kept ready for the next run."""
