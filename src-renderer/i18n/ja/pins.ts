/** What servers run, held against what was accepted. */
export default {
  title: '実行するもの',
  parts: '構成要素 {count} 個',
  accepted: '承認',
  unpinned: '固定されていません：このコマンドが何を実行するか事前に分かりません。',
  unpinnedImage:
    "固定されていません：コンテナーのイメージが名前だけで指定されており、明日は別のものかもしれません。ダイジェスト（{'@'}sha256:…）で指定すると固定されます。",
  changed: '実行するものが変わりました',
  changedText:
    '承認したのは {before} ですが、現在は {after} を実行することになります。まだ何も起動していません。',
  differences: '違い',
  more: 'ほかに {count} 件の違いがあります。',
  accept: '現在の内容を承認',
  keepOff: 'そのままにすると、止まったままになります。',
  fetches:
    '最初の起動の前に、{program} がサンドボックスの中で {host} から {packages} を専用フォルダーに取得します。取得したものは固定され、別のバージョンではもう一度確認します。',
  allowHost: '{host} を許可',
}
