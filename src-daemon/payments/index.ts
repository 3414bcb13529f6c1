/** The door of `payments/`: bills of others, which the owner pays with an account. */
export { createPayments, type PaymentsDeps } from './payments.ts'
export { wayOf } from './rails/rails.ts'
