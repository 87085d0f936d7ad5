// fair.mjs, the verifier of a game's chance: it lies in `play`, stands by itself, and is served with the scripts.

/** What one seat's client was told of a game: docs/fairness.md lists the keys. */
export interface Receipt {
  receipt: 2;
  table: string;
  commitments: string[];
  place: number;
  own: { commitment: string; opened: string } | null;
  promises: (string | null)[] | null;
  entries: { number: number; ply: number | null; steps: number | null; hash: string | null }[];
  withdrawn: { number: number; draws: number }[];
  terms: Record<string, string> | null;
  ending: Record<string, string> | null;
}

export interface Verdict {
  ok: boolean;
  grade: "anyone" | "house" | "unfair" | "open";
  reasons: string[];
  checked: Record<string, unknown>;
  problems: string[];
}

/** Compute all chance of a record again, and compare the record with a receipt. */
export function verify(record: string, receipt?: Receipt | null): Promise<Verdict>;

/** The SHA-256 of bytes, in hexadecimal digits. */
export function sha256(data: Uint8Array): string;
