"""The content of each page, as values for its template: only what its reader may see."""
