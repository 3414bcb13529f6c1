import type { Messages } from '../en/index.ts'

const signin: Messages['signin'] = {
  needed: 'サインインを求めています',
  neededText:
    '保存されていますが、サインインするまで使えません。サインインはブラウザーで行い、Satchel があなたのパスワードを見ることはありません。',
  signedIn: '{host} でサインイン済み',
  scopes: '許可',
  since: '開始',
  renewed: '自動更新、次回',
  ends: '終了',
  more: '同意した範囲より多くの許可を求めています。',
  asksFor: '求めているもの',
  leadsTo: '行き先',
  care: 'アドレスを確認してください。そこで入力した内容はそのサイトに送られます。表示されるページは Satchel のものではありません。',
  waiting: 'ブラウザーから戻るのを待っています。',
  open: 'ブラウザーで開く',
  start: 'サインイン',
  allow: '求められている内容を見る',
  again: 'やり直す',
  out: 'サインアウト',
  ownClient: '自分のクライアントを使う',
  clientId: 'クライアント ID',
  clientHelp:
    'サインイン用サーバーがプログラムの登録を求める場合。そこでのリダイレクト先: http://127.0.0.1/callback',
  clientSecret: 'クライアントの秘密',
  secretHelp: 'ある場合だけ。キーチェーンか保管庫に保存します。',
  badge: 'サインインが必要',
  revoked: {
    done: 'サインアウトしました。サインイン用サーバーがトークンを無効にしました。',
    failed:
      'ここではサインアウトしました。サインイン用サーバーに伝えられなかったため、そちらでもアクセスを終了してください。',
    not_offered: 'ここではサインアウトしました。サインイン用サーバーには伝える手段がありません。',
  },
}
export default signin
