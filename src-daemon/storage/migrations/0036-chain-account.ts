/** Keys that sign transactions on a chain, and nothing else. They are kept, moved and backed up like the others. */
export const up = `
ALTER TABLE identity_keys ADD COLUMN is_chain_account INTEGER NOT NULL DEFAULT 0 CHECK (is_chain_account IN (0, 1));
`
