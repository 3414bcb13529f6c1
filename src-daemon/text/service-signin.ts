import { defineErrors, definePhrases } from './define.ts'

/** Error texts of signing in to services. */
export const serviceSignInErrors = defineErrors({
  service_signin_needed: {
    message: {
      en: '{service} asks you to sign in, or to be allowed more.',
      zh: '{service} 要求您登录，或要求更多权限。',
      ja: '{service} はサインイン、または追加の許可を求めています。',
      es: '{service} pide que inicies sesión, o más permisos.',
    },
    action: {
      en: 'Sign in under Connections, or with `satchel services sign-in`. A server that wants a key instead takes it as a header.',
      zh: '请在“连接”中登录，或使用 `satchel services sign-in`。若服务器需要的是密钥，请以标头提供。',
      ja: '「接続」または `satchel services sign-in` でサインインしてください。鍵を求めるサーバーには、ヘッダーで渡します。',
      es: 'Inicia sesión en Conexiones, o con `satchel services sign-in`. Si el servidor quiere una clave, dásela como cabecera.',
    },
  },
  service_signin_unsafe: {
    message: {
      en: 'Signing in to {service} was refused: what its sign-in server says does not hold ({reason:why}).',
      zh: '已拒绝登录 {service}：其登录服务器的说明不成立（{reason:why}）。',
      ja: '{service} へのサインインを拒否しました。サインイン用サーバーの内容が正しくありません（{reason:why}）。',
      es: 'Se rechazó iniciar sesión en {service}: lo que dice su servidor de sesión no se sostiene ({reason:why}).',
    },
    action: {
      en: 'Nothing was kept, and no token was sent. Ask whoever runs the service; do not sign in there by another way.',
      zh: '没有保存任何内容，也没有发送令牌。请询问服务的运营者；不要以其他方式在那里登录。',
      ja: '何も保存しておらず、トークンも送っていません。サービスの運営者に確認し、他の方法でサインインしないでください。',
      es: 'No se guardó nada ni se envió ningún token. Pregunta a quien lleva el servicio; no inicies sesión allí por otro camino.',
    },
  },
  service_signin_no_client: {
    message: {
      en: '{issuer} does not let programs introduce themselves, and no client id was given for {service}.',
      zh: '{issuer} 不允许程序自行注册，也没有为 {service} 提供客户端 ID。',
      ja: '{issuer} はプログラムの自己登録を受け付けず、{service} 用のクライアント ID もありません。',
      es: '{issuer} no deja que los programas se presenten, y no se dio un id de cliente para {service}.',
    },
    action: {
      en: 'Register Satchel there with the redirect address http://127.0.0.1/callback, then sign in with the client id you got.',
      zh: '请以重定向地址 http://127.0.0.1/callback 在那里注册 Satchel，然后用得到的客户端 ID 登录。',
      ja: 'リダイレクト先 http://127.0.0.1/callback で Satchel を登録し、得たクライアント ID でサインインしてください。',
      es: 'Registra allí Satchel con la dirección de retorno http://127.0.0.1/callback e inicia sesión con el id de cliente que te den.',
    },
  },
  service_signin_failed: {
    message: {
      en: 'Signing in to {service} came to nothing ({reason:why}).',
      zh: '未能登录 {service}（{reason:why}）。',
      ja: '{service} にサインインできませんでした（{reason:why}）。',
      es: 'No se pudo iniciar sesión en {service} ({reason:why}).',
    },
    action: {
      en: 'Nothing was kept. Try again; where it goes on like this, ask whoever runs the service.',
      zh: '没有保存任何内容。请重试；若仍如此，请询问服务的运营者。',
      ja: '何も保存していません。もう一度お試しください。続くようならサービスの運営者に確認してください。',
      es: 'No se guardó nada. Inténtalo de nuevo; si sigue así, pregunta a quien lleva el servicio.',
    },
  },
  service_signin_stopped: {
    message: {
      en: 'Signing in to {service} was stopped, or nobody came back from the browser in time.',
      zh: '登录 {service} 已停止，或浏览器没有及时返回。',
      ja: '{service} へのサインインは中止されたか、ブラウザーから時間内に戻りませんでした。',
      es: 'Iniciar sesión en {service} se detuvo, o nadie volvió del navegador a tiempo.',
    },
    action: {
      en: 'Nothing was kept. Begin again whenever you like.',
      zh: '没有保存任何内容。可随时重新开始。',
      ja: '何も保存していません。いつでもやり直せます。',
      es: 'No se guardó nada. Empieza de nuevo cuando quieras.',
    },
  },
})

/** What the browser shows at the end, and what `satchel services sign-in` says. */
export const serviceSignInPhrases = definePhrases({
  signin_page_done: {
    en: 'You are signed in',
    zh: '您已登录',
    ja: 'サインインしました',
    es: 'Has iniciado sesión',
  },
  signin_page_failed: {
    en: 'You are not signed in',
    zh: '未登录',
    ja: 'サインインしていません',
    es: 'No has iniciado sesión',
  },
  signin_page_close: {
    en: 'Satchel may use {service} for you now, as {issuer} agreed. You can close this page.',
    zh: '经 {issuer} 同意，Satchel 现在可以代您使用 {service}。您可以关闭此页面。',
    ja: '{issuer} の同意により、Satchel はあなたに代わって {service} を使えます。このページは閉じてかまいません。',
    es: 'Satchel ya puede usar {service} por ti, como acordó {issuer}. Puedes cerrar esta página.',
  },
  cli_services_sign_in: {
    en: 'sign in to a service in the browser',
    zh: '在浏览器中登录服务',
    ja: 'ブラウザーでサービスにサインインする',
    es: 'inicia sesión en un servicio, en el navegador',
  },
  cli_services_client_id: {
    en: 'id of a client you registered with its sign-in server (redirect address http://127.0.0.1/callback)',
    zh: '您在其登录服务器注册的客户端 ID（重定向地址 http://127.0.0.1/callback）',
    ja: 'サインイン用サーバーに登録したクライアントの ID（リダイレクト先 http://127.0.0.1/callback）',
    es: 'id de un cliente que registraste en su servidor de sesión (dirección de retorno http://127.0.0.1/callback)',
  },
  cli_services_client_secret: {
    en: 'the client has a secret: it is asked for, or read from standard input',
    zh: '该客户端有密钥：将询问，或从标准输入读取',
    ja: 'クライアントに秘密がある: 尋ねるか、標準入力から読む',
    es: 'el cliente tiene un secreto: se pregunta, o se lee de la entrada estándar',
  },
  cli_services_sign_out: {
    en: 'forget how Satchel is let in to a service, and tell its sign-in server',
    zh: '忘记 Satchel 登录服务的凭据，并告知其登录服务器',
    ja: 'サービスへの入り方を忘れ、サインイン用サーバーに知らせる',
    es: 'olvida cómo entra Satchel en un servicio, y avisa a su servidor de sesión',
  },
  cli_signin_go: {
    en: 'Open this address in your browser. {issuer} asks you whether Satchel may use {uri} for you:',
    zh: '请在浏览器中打开此地址。{issuer} 会询问 Satchel 是否可以代您使用 {uri}：',
    ja: 'ブラウザーでこのアドレスを開いてください。Satchel があなたに代わって {uri} を使ってよいか、{issuer} が尋ねます:',
    es: 'Abre esta dirección en tu navegador. {issuer} te pregunta si Satchel puede usar {uri} por ti:',
  },
  cli_signin_wait: {
    en: 'Waiting until {until}.',
    zh: '等待至 {until}。',
    ja: '{until} まで待ちます。',
    es: 'Esperando hasta {until}.',
  },
  cli_signin_done: {
    en: 'Signed in to {uri}: {tools} {tools|tool|tools}.',
    zh: '已登录 {uri}：{tools} 个工具。',
    ja: '{uri} にサインインしました: ツール {tools} 個。',
    es: 'Sesión iniciada en {uri}: {tools} {tools|herramienta|herramientas}.',
  },
  cli_signin_needed: {
    en: 'Kept {uri}, which asks you to sign in: satchel services sign-in {uri}',
    zh: '已保存 {uri}，它要求您登录：satchel services sign-in {uri}',
    ja: '{uri} を残しました。サインインが必要です: satchel services sign-in {uri}',
    es: 'Se guardó {uri}, que pide iniciar sesión: satchel services sign-in {uri}',
  },
  cli_signout_done: {
    en: 'Signed out of {uri}. Its sign-in server ended the tokens.',
    zh: '已退出 {uri}。其登录服务器已使令牌失效。',
    ja: '{uri} からサインアウトしました。サインイン用サーバーがトークンを無効にしました。',
    es: 'Sesión cerrada en {uri}. Su servidor de sesión anuló los tokens.',
  },
  cli_signout_failed: {
    en: 'Signed out of {uri} here. Its sign-in server could not be told: end the access there too.',
    zh: '已在此处退出 {uri}。无法告知其登录服务器：请也在那里终止访问。',
    ja: 'ここでは {uri} からサインアウトしました。サインイン用サーバーに伝えられなかったため、そちらでもアクセスを終了してください。',
    es: 'Sesión cerrada en {uri} aquí. No se pudo avisar a su servidor de sesión: anula el acceso también allí.',
  },
  cli_signout_not_offered: {
    en: 'Signed out of {uri} here. Its sign-in server has no way to be told.',
    zh: '已在此处退出 {uri}。其登录服务器没有告知方式。',
    ja: 'ここでは {uri} からサインアウトしました。サインイン用サーバーには伝える手段がありません。',
    es: 'Sesión cerrada en {uri} aquí. Su servidor de sesión no ofrece cómo avisarle.',
  },
  signin_state_needed: {
    en: 'needs sign-in',
    zh: '需要登录',
    ja: 'サインインが必要',
    es: 'pide iniciar sesión',
  },
})
