import { endingOf } from '../answer/ending.ts'
import { wasTruncated } from '../answer/truncation.ts'
import type { ChatRequest, ModelChunk } from '../core/types.ts'

/** What an answer used, and whether its server ended it early. Counts are null if the server didn't report them. */
export const usageChunk = (
  request: ChatRequest,
  counts: { readonly prompt: number | null; readonly output: number | null; readonly atMost: number },
  { ended, contextWindow }: { readonly ended: string; readonly contextWindow: number | null },
): ModelChunk => {
  const ending = endingOf(ended)
  return {
    type: 'usage',
    reported: counts.prompt !== null || counts.output !== null,
    promptTokens: counts.prompt ?? 0,
    outputTokens: counts.output ?? 0,
    truncated: wasTruncated(request, { promptTokens: counts.atMost, contextWindow }),
    ...(ending === 'length' || ending === 'filter' ? { endedBy: ending } : {}),
  }
}
