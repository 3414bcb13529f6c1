/** What one agent may have here, and one conversation. */
export const LIMITS = {
  threads: 50,
  messages: 5000,
  bytes: 16 * 1024 * 1024,
  actors: 16,
  streams: 4,
  allStreams: 64,
}
