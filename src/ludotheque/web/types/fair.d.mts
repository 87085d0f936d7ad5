// fair.mjs, the verifier of a game's chance: it lies in `play`, stands by itself, and is served with the scripts.

/** Compute all chance of a record again. */
export function verify(record: string): Promise<{ ok: boolean; checked: Record<string, unknown>; problems: string[] }>;
