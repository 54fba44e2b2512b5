"""What is done to pieces and markers on the table, and who may do it."""
