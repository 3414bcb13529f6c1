/** The door of packages: `.acp.yaml` files from bytes to installed capabilities (acp.md). */
export { createPackages, type PackagesDeps } from './install.ts'
export { LINT_VERSION } from './lint.ts'
export { setAuthor, signPackage } from './signature.ts'
export { BUILT_IN_TOOLS, wireName } from './tools.ts'
export { parseCapUri, type CapUri } from './uri.ts'
export { verifyPackageFile } from './verify-file.ts'
