/**
 * Named secrets have entries of their own in the keychain or the vault; the database says only where. What `named_secrets` still holds
 * sealed goes there as soon as the store can be asked.
 */
export const up = `
-- entry: the id in the store. state: writing (not told to be kept yet), kept (one for each name), leaving (to be removed from the store).
CREATE TABLE secret_entries (
  entry TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  backend TEXT NOT NULL CHECK (backend IN ('keychain', 'vault')),
  state TEXT NOT NULL CHECK (state IN ('writing', 'kept', 'leaving')),
  set_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX secret_entries_kept ON secret_entries (name) WHERE state = 'kept';
`
