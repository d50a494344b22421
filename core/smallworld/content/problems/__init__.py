"""Problems: the record, the codes, the reports and the fixes."""
