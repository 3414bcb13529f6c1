/** The door of `registry/dev/`: a registry of your own to try publishing with. */
export { startDevRegistry, type DevListen, type DevOptions, type DevRegistry } from './start.ts'
export { fundLocally } from '../chain/fund.ts'
