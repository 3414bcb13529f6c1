import type { MarketReview, ReviewEvent, ReviewStep } from '../../contract/marketplace.ts'

/** Emits a change of a step. */
export type EmitStep = (change: Partial<ReviewStep>) => void

/** Emits each step as a whole, the first one right away. */
export const createStepEmitter = (onStep: (step: ReviewStep) => void): EmitStep => {
  let now: ReviewStep = { step: 'find', fetched: null }
  return (change) => {
    now = { ...now, ...change }
    onStep(now)
  }
}

/** Fetches a file and emits the progress; the next step verifies it. */
export const fetchWithProgress = async (
  emit: EmitStep,
  fetch: (onBytes: (fetched: number) => void) => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  emit({ step: 'fetch' })
  const bytes = await fetch((fetched) => {
    emit({ fetched })
  })
  emit({ step: 'verify', fetched: bytes.length })
  return bytes
}

/**
 * Runs a review and yields its steps as they happen, then the result. It ends with `signal`, and when the
 * consumer stops iterating.
 */
export const reviewEvents = (
  review: (signal: AbortSignal, onStep: (step: ReviewStep) => void) => Promise<MarketReview>,
  signal: AbortSignal,
): AsyncIterable<ReviewEvent> => {
  const left = new AbortController()
  return new ReadableStream<ReviewEvent>({
    start: (controller) => {
      void review(AbortSignal.any([signal, left.signal]), (step) => {
        if (!left.signal.aborted) controller.enqueue({ kind: 'step', ...step })
      })
        .then((market) => {
          controller.enqueue({ kind: 'reviewed', market })
          controller.close()
        })
        .catch((thrown: unknown) => {
          controller.error(thrown)
        })
    },
    cancel: () => {
      left.abort()
    },
  })
}
