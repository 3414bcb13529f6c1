/** The moments at which tests kill a publishing process: around each step that others can see. */
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
