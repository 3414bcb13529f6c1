/** A suite of cases for any source of capabilities (cap.md 8), and its report on one. */

/**
 * A source under test. The suite checks everything it returns; if it throws, the case fails.
 * In the shapes of the profile: manifests, `CapabilityError` for unknown ids, `InvokeResult`.
 */
export interface CapAdapter {
  list(): Promise<unknown>
  describe(capabilityId: string, version: string): Promise<unknown>
  /** `deadlineMs`: when the source has to abort the call. Null leaves it to the source. */
  invoke(
    ref: { readonly capability_id: string; readonly version: string },
    input: unknown,
    options: { readonly deadlineMs: number | null },
  ): Promise<unknown>
  /** Restarts the source. Without it, the report says nothing about restarts. */
  restart?(): Promise<void>
  /**
   * How often any tool was run, and how many results left the source, since it was opened. Without it, nothing is said about what did not
   * happen: calls that must not run anything, and late results.
   */
  counts?(): Promise<{ readonly runs: number; readonly results: number }>
  close?(): Promise<void>
}
