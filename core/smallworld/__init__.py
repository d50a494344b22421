"""An open rules engine for the board game Small World."""
