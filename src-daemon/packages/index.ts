/** The door of packages: `.acp.yaml` files from bytes to installed capabilities (acp.md). */
export { createPackages, type PackagesDeps } from './install.ts'
export { setAuthor, signPackage } from './signature.ts'
export { declaredName, wireName } from './tools.ts'
export { verifyPackageFile } from './verify-file.ts'
