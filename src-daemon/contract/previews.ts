/** The page in which what a model wrote is shown, among the renderer's files. */
export const PREVIEW_PAGE = 'preview.html'

/**
 * Its content security policy, in place of the app's: scripts and styles of its own, an origin that nothing else has,
 * and no network, whatever it holds. Only the app can frame it.
 */
export const PREVIEW_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'media-src data: blob:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "webrtc 'block'",
].join('; ')
