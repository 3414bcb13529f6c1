/** The version a connected server said it has: a part of the version of each of its tools (cap.md 4). Null until it was asked. */
export const up = `
ALTER TABLE services ADD COLUMN server_version TEXT;
`
