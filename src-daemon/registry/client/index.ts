/** The door of `registry/client/`: capabilities found among all sources, verified, installed from there and kept up to date. */
export { createCandidates, type Candidates } from './candidates.ts'
export { createMarketplace } from './marketplace.ts'
