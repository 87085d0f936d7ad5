"""The database: its schema, SQLite and PostgreSQL, the writing and reading of logs, notices between processes."""
