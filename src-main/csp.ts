/**
 * The content security policy of every page of the app. It allows no remote origin: the renderer reaches the daemon
 * through its port, so there is nothing to fetch but the app's own files. Inline styles are allowed because the UI
 * components position popovers with them.
 */
const directives: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  // Sounds that tools return; they are read only once they are played.
  'media-src': ['data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  // Its preview page alone can be framed: every other page of it says that nothing frames it.
  'frame-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

export const CONTENT_SECURITY_POLICY = Object.entries(directives)
  .map(([name, sources]) => `${name} ${sources.join(' ')}`)
  .join('; ')
