"""Problems: their codes, the reports and the fixes."""
