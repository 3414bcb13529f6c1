// Runs before `npm start` and `npm test`, on whatever Node the machine has and before any package is installed. So this
// file only contains the version check, in syntax that old Nodes can parse; the work is in setup-steps.mjs.

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    'Satchel needs Node 20 or newer to set itself up, and this is Node ' +
      process.versions.node +
      '. Nothing was changed. Install a current Node from https://nodejs.org and run the command again.',
  )
  process.exit(1)
}

import('./setup-steps.mjs')
  .then(({ setUp }) => setUp({ forTests: process.argv.includes('--for-tests') }))
  .catch((error) => {
    console.error(error && error.forPeople ? error.message : error)
    process.exit(1)
  })
