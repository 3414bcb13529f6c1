/** A case that failed before, as fast-check printed it. */
export interface Regression {
  /** Name of the subject. */
  readonly policy: string
  readonly seed: number
  readonly path: string
}

/** Run first, every time (policies/policy.acceptance.ts). */
export const regressions: readonly Regression[] = [
  // A concurrent edit was lost when the text was removed.
  { policy: 'rga_text', seed: -896023575, path: '5:10:10:20:19:49:45:45:45:45:47' },
  // A concurrent edit was lost when the list was removed.
  {
    policy: 'ordered list',
    seed: 1177031366,
    path: '0:3:3:5:7:3:3:6:5:7:10:10:18:12:15:12:14:26:26:19:19:12:1:3:3:33:33:63',
  },
]
