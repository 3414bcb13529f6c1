/** When a process that publishes is killed in tests: around whatever others see. */
export const MOMENTS = [
  'after beginning',
  'before signing',
  'after signing',
  'before adding',
  'after adding',
  'before sending',
  'after sending',
  'once settled',
] as const
export type Moment = (typeof MOMENTS)[number]
