/**
 * What somebody asks to be paid, in one of the ways that they offer. It is taken from what they wrote each time anew: a payment is of exactly the
 * bill that the person was shown, or isn't made.
 */
export interface Bill {
  /** The same for every attempt to pay this, in whatever conversation and form it was asked: none is paid twice. */
  readonly key: string
  /** Who asks, and whose limits hold: a DID. */
  readonly peer: string
  /** The payee's name for itself. */
  readonly payee: string
  readonly what: string
  /** The payee's id for the bill. */
  readonly reference: string
  /** Exact decimal text, in units of the currency. */
  readonly amount: string
  readonly currency: string
  readonly method: Method
  /** RFC 3339; null if it doesn't expire. */
  readonly expiresAt: string | null
  /** The bill as it came. */
  readonly raw: string
}

/** A way of paying, as the payee wrote it. */
export interface Method {
  readonly type: string
  readonly token: string
  readonly recipient: string
}
