// Moves a worker of Vitest or Playwright, and every program its tests start, into its own keychain session
// (keychain-sessions.mjs).
const sessions = JSON.parse(process.env.SATCHEL_TEST_SESSIONS ?? '[]')
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? Number(process.env.VITEST_POOL_ID ?? 1) - 1)
Object.assign(process.env, sessions[worker % sessions.length])
