/**
 * More than one key: how each came to be, which signs by default, which is retired, when it was last backed up. `pending` from
 * before a secret is stored until it was read back: such a key has never signed anything, and a crash leaves none unnamed.
 */
export const up = `
ALTER TABLE identity_keys ADD COLUMN origin TEXT NOT NULL DEFAULT 'created' CHECK (origin IN ('created', 'imported', 'restored'));
ALTER TABLE identity_keys ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1));
ALTER TABLE identity_keys ADD COLUMN retired_at TEXT;
ALTER TABLE identity_keys ADD COLUMN replaced_by TEXT;
ALTER TABLE identity_keys ADD COLUMN backed_up_at TEXT;
ALTER TABLE identity_keys ADD COLUMN pending INTEGER NOT NULL DEFAULT 0 CHECK (pending IN (0, 1));
UPDATE identity_keys SET is_default = 1 WHERE is_owner = 1;
CREATE UNIQUE INDEX identity_one_default ON identity_keys (is_default) WHERE is_default = 1;
`
