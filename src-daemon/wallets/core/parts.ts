import type { WalletPlan } from '../../contract/wallets.ts'

type Row = WalletPlan['rows'][number]
type Note = WalletPlan['notes'][number]

/** Rows and notes of what is about to be signed. */
export const row = (label: string, value: string): Row => ({
  label,
  value,
  code: false,
  total: false,
  depth: 0,
})
export const codeRow = (label: string, value: string): Row => ({ ...row(label, value), code: true })
export const totalRow = (label: string, value: string): Row => ({ ...row(label, value), total: true })
export const note = (tone: Note['tone'], text: string): Note => ({ tone, text })
