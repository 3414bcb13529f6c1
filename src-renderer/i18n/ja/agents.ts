import type { Messages } from '../en/index.ts'

const agents: Messages['agents'] = {
  open: 'ほかのエージェントからの呼び出しを受ける',
  openText:
    '{host}:{port} で待ち受けます。応答するのは下で許可したエージェントだけで、選んだツールだけが使えます。',
  calledBy: '呼び出しに使う DID:',
  development: '開発用ホストが有効です',
  developmentText:
    '{hosts} では http と私設アドレスを認めています。変更は「satchel agents development」で行えます。',
  none: 'まだ呼び出しはありません。呼び出したエージェントはここに現れ、返事を待ちます。',
  inbox: '呼び出したエージェント',
  calls: '{count} 回',
  asked: '求められた内容',
  mayCall: '呼び出せるツール',
  noTools: 'ほかのエージェントに開ける導入済みツールはありません。',
  allow: 'これらのツールを許可',
  save: '保存',
  refuse: '拒否',
  forget: '忘れる',
  status: {
    asked: '返事待ち',
    allowed: '許可済み',
    refused: '拒否済み',
  },
}
export default agents
