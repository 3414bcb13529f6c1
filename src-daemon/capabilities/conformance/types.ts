/** A suite of cases for any source of capabilities (cap.md 8), and what it says of one. */

/**
 * A source under test. Whatever it returns is looked at, never believed; what it throws counts as a failure of the case.
 * In the shapes of the profile: manifests, `CapabilityError` for what is unknown, `InvokeResult`.
 */
export interface CapAdapter {
  list(): Promise<unknown>
  describe(capabilityId: string, version: string): Promise<unknown>
  /** `deadlineMs`: when the source has to give the call up. Null leaves it to the source. */
  invoke(
    ref: { readonly capability_id: string; readonly version: string },
    input: unknown,
    options: { readonly deadlineMs: number | null },
  ): Promise<unknown>
  /** Ends the source and starts it again. Without it, nothing is said about restarts. */
  restart?(): Promise<void>
  /**
   * How often any tool was run, and how many results left the source, since it was opened. Without it, nothing is said about what did not
   * happen: calls that must not run anything, and late results.
   */
  counts?(): Promise<{ readonly runs: number; readonly results: number }>
  close?(): Promise<void>
}
