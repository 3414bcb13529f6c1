import { endingOf } from '../answer/ending.ts'
import { tokenCount } from '../answer/token-count.ts'
import { wasTruncated } from '../answer/truncation.ts'
import type { ChatRequest, ModelChunk } from '../core/types.ts'

/**
 * What an answer used, and whether its server ended it early. Counts are null if the server didn't report them; what can't be one counts as
 * not reported, since clients pass on whatever a server wrote.
 */
export const usageChunk = (
  request: ChatRequest,
  counts: { readonly prompt: number | null; readonly output: number | null; readonly atMost: number },
  { ended, contextWindow }: { readonly ended: string; readonly contextWindow: number | null },
): ModelChunk => {
  const ending = endingOf(ended)
  const [prompt, output] = [tokenCount(counts.prompt), tokenCount(counts.output)]
  return {
    type: 'usage',
    reported: prompt !== null || output !== null,
    promptTokens: prompt ?? 0,
    outputTokens: output ?? 0,
    truncated: wasTruncated(request, { promptTokens: tokenCount(counts.atMost) ?? 0, contextWindow }),
    ...(ending === 'length' || ending === 'filter' ? { endedBy: ending } : {}),
  }
}
