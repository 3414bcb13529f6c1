/**
 * Payments (payments/): one row for each bill that the owner agreed to pay, so that none is paid twice. key: of the bill, wherever it was asked.
 * digest: SHA-256 of the bill as it was agreed to. bill: JSON, without its raw text. chain: as CAIP-2 names it. place: where its answer is waited
 * for, in the words of who asked for the payment. outcome: agreed, sent, confirmed or failed. hash: by which the network knows it. told: whether who asked has the answer. receipt: the id of the object of state. Times are in ms
 * since 1970.
 */
export const PAYMENTS = `
CREATE TABLE payments (
  key TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  bill TEXT NOT NULL CHECK (json_valid(bill)),
  chain TEXT NOT NULL,
  account TEXT NOT NULL,
  place TEXT NOT NULL,
  hash TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('agreed', 'sent', 'confirmed', 'failed')),
  told INTEGER NOT NULL CHECK (told IN (0, 1)),
  receipt TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payments_by_place ON payments (place, at)`
