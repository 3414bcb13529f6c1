/**
 * Wallets (wallets/): accounts that are only watched, the networks that they are on, what may be spent, and what was. Amounts are decimal
 * texts in the smallest unit, because they have more digits than an INTEGER. token: '' for the network's own coin, else a contract's
 * address. Times are in ms since 1970.
 */
export const WALLETS = `
CREATE TABLE wallet_watched (
  family TEXT NOT NULL,
  address TEXT NOT NULL,
  label TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (family, address)
) STRICT, WITHOUT ROWID;

-- rpc: the address of the node; it often contains a key.
CREATE TABLE wallet_networks (
  family TEXT NOT NULL,
  chain TEXT NOT NULL,
  name TEXT NOT NULL,
  coin TEXT NOT NULL,
  rpc TEXT NOT NULL,
  PRIMARY KEY (family, chain)
) STRICT, WITHOUT ROWID;

-- What tokens call themselves, as their contracts said.
CREATE TABLE wallet_tokens (
  family TEXT NOT NULL,
  chain TEXT NOT NULL,
  token TEXT NOT NULL,
  symbol TEXT NOT NULL,
  decimals INTEGER NOT NULL,
  PRIMARY KEY (family, chain, token)
) STRICT, WITHOUT ROWID;

-- What may be spent within a day: in all (peer: ''), or at the request of one agent.
CREATE TABLE wallet_limits (
  family TEXT NOT NULL,
  chain TEXT NOT NULL,
  token TEXT NOT NULL,
  peer TEXT NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (family, chain, token, peer)
) STRICT, WITHOUT ROWID;

-- What was signed, one row a request, so that none is carried out twice. request: a digest of who asked what where. content: SHA-256 of what
-- was signed. slot: the place of a transaction among those of its account, which one alone can take (a nonce). result: the signature, or the whole signed transaction, which is the only one ever sent for this request. state: of a
-- transaction signed, sent, or dropped (another one took its place on the chain, so that it can never be in it).
CREATE TABLE wallet_uses (
  request TEXT PRIMARY KEY,
  family TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('message', 'transaction')),
  account TEXT NOT NULL,
  chain TEXT,
  peer TEXT NOT NULL,
  payee TEXT,
  slot TEXT,
  content TEXT NOT NULL,
  result TEXT NOT NULL,
  hash TEXT,
  state TEXT NOT NULL CHECK (state IN ('signed', 'sent', 'dropped')),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX wallet_uses_by_time ON wallet_uses (at);
CREATE INDEX wallet_uses_by_slot ON wallet_uses (account, chain, slot);

-- What each of them may take from the account: coins with the highest fee, tokens, and allowances of tokens.
CREATE TABLE wallet_spent (
  request TEXT NOT NULL REFERENCES wallet_uses (request) ON DELETE CASCADE,
  token TEXT NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (request, token)
) STRICT, WITHOUT ROWID`
