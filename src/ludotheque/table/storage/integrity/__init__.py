"""Whether the database is whole: chained logs, a mark of how far they went, the identity of the open files."""
