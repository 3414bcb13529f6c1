import type { Messages } from '../en/index.ts'

const offers: Messages['offers'] = {
  open: '接続したサーバーから',
  title: '接続したサーバーから',
  text: 'サーバーが提供するものを添付するか、プロンプトから始めます。内容は出どころを示したデータとしてモデルに渡ります。',
  service: 'サーバー',
  search: '提供するものを検索',
  none: 'このサーバーにはリソースもプロンプトもありません。',
  noMatch: '当てはまるものはありません。',
  more: 'ここにあるほかにもあります。',
  take: '使う',
  look: '停止中のサーバー {count} 台も調べる',
  looking: '起動して、提供するものを尋ねています',
  reading: '読み取っています',
  attached: '{name}（{service} から）',
  cut: '冒頭だけを残しています。全体は {count} 文字です。',
  tooMany: '1 件のメッセージに添付できるのは 4 件のリソースと 4 枚の画像までです。',
  left: '{count} 個の部分はメッセージに添付できません',
  result: { image: 'ツールが返した画像', save: '保存（{type}）' },
  kinds: {
    resource: 'リソース',
    template: '指定するリソース',
    prompt: 'プロンプト',
  },
}
export default offers
