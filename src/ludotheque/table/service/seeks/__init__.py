"""Finding opponents: who looks for whom, who is put together, and how they get to a table."""
