export default {
  title: 'Satchel 应把您的密钥保存在哪里？',
  intro: 'Satchel 会在这台电脑上为您生成一个密钥。您用它为所做的事签名，只有您持有它。',
  reason: {
    absent: '这台电脑没有 Satchel 可以使用的钥匙串，因此密钥将存入用口令加密的文件。',
    locked: '这台电脑的钥匙串已锁定。请解锁后重新启动 Satchel，或将密钥保存在用口令加密的文件中。',
    changed:
      '这台电脑的钥匙串与 Satchel 以前使用的不同。没有替换任何内容。您可以将密钥保存在用口令加密的文件中。',
    failed: '这台电脑的钥匙串返回了错误，因此密钥将存入用口令加密的文件。',
    chosen: '您选择了保险库，而不是系统钥匙串：一个用口令加密的文件。',
  },
  lost: '没有人能找回此口令，Satchel 也不能。没有它，密钥以及只有它能签名的内容都会丢失。',
  passphrase: '口令',
  repeat: '再次输入相同的口令',
  show: '显示口令',
  hide: '隐藏口令',
  different: '两次输入不一致。',
  tooShort: '请至少使用 8 个字符。',
  strength: {
    label: '强度',
    weak: '弱：很快会被猜中',
    fair: '一般：再加一两个词',
    good: '良好',
    strong: '强',
    hint: '四个或更多互不相关的词，容易记住，也难以猜中。',
  },
  create: '生成密钥',
  creating: '正在生成密钥',
  unlock: {
    title: '打开保存密钥的保险库',
    text: '您的密钥保存在一个文件中，该文件用您以前选择的密码短语加密。请输入该密码短语；不会替换任何内容。',
    action: '解锁',
    busy: '正在解锁',
  },
  problem: {
    title: 'Satchel 在触碰任何内容之前停下了',
    details: '详情',
    remedy: { set_aside_database: '将损坏的数据库移到一旁', set_aside_config: '将损坏的设置文件移到一旁' },
    explain: {
      set_aside_database:
        '数据库会原样移到数据目录中的另一个名称下，Satchel 将以空数据库启动。在您恢复副本之前，应用中看不到对话、对象和已安装的能力。不会删除任何内容。',
      set_aside_config:
        '设置文件会原样移到数据目录中的另一个名称下，Satchel 将以这台电脑的默认设置启动。对话、对象和能力保持不变。不会删除任何内容。',
    },
    confirm: '移到一旁并启动',
    keptAt: '损坏的文件原样保存在 {path}。',
    noRemedy: 'Satchel 无法自行修复。请更正上面所指的问题，然后重试。',
  },
}
