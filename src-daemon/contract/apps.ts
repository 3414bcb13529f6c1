import { errorViewSchema } from './errors.ts'
import { z } from 'zod'

/** A server's own interface (MCP Apps): its page, and the origins that it declares to fetch from and to load files from. */
export const appResourceSchema = z.object({
  html: z.string(),
  connect: z.array(z.string()),
  resource: z.array(z.string()),
})
export type AppResource = z.infer<typeof appResourceSchema>

/** The interface that a tool's result is shown in. Its page is kept by its hash, so that it stays what it was. */
export const appPartSchema = z.object({
  server: z.string(),
  /** Its `ui://` address there. */
  resource: z.string(),
  /** SHA-256 of the kept interface; null if it couldn't be had. */
  sha256: z.string().nullable(),
  problem: errorViewSchema.nullable(),
  /** What the server says to its interface alone, beside the result. */
  meta: z.record(z.string(), z.unknown()).optional(),
})
export type AppPart = z.infer<typeof appPartSchema>

/** A tool's result as an interface is given it (MCP, `CallToolResult`). */
export const appResultSchema = z.object({
  content: z.array(z.record(z.string(), z.unknown())),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
})
export type AppResult = z.infer<typeof appResultSchema>

/** Which interface it is: the message and the call whose result it shows. */
export const appPlaceSchema = z.object({ messageId: z.string().max(100), callId: z.string().max(100) })
export type AppPlace = z.infer<typeof appPlaceSchema>

/** What an interface is shown with. */
export const appViewSchema = z.object({
  /**
   * `ready`: it can be shown; `off`: its server or its tool isn't used any more; `expired`: its page isn't kept any more;
   * `failed`: the server didn't give it, or not as one; `read_only`: nothing it asks for could be done.
   */
  state: z.enum(['ready', 'off', 'expired', 'failed', 'read_only']),
  server: z.string(),
  /** The call id of what it asks for: approvals of it have this one. */
  askId: z.string(),
  tool: z.object({
    name: z.string(),
    title: z.string().nullable(),
    inputSchema: z.record(z.string(), z.unknown()),
  }),
  problem: errorViewSchema.nullable(),
  /** Null unless it is ready. */
  html: z.string().nullable(),
  /** Address of the page it is shown in, whose policy lets it reach what it may. */
  frame: z.string(),
  /** Origins that it declares and may not reach. */
  refused: z.array(z.string()),
  input: z.record(z.string(), z.unknown()),
  /** Null while the call runs. */
  result: appResultSchema.nullable(),
})
export type AppView = z.infer<typeof appViewSchema>
