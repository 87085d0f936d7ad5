"""Fair chance: draws from committed secrets, the keys of a record, receipts of clients, proofs and verdicts."""
