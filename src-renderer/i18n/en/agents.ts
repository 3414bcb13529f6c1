export default {
  open: 'Let other agents call this one',
  openText:
    'Listens on {host}:{port}. Only agents you allow below get an answer, and only from the tools you choose.',
  calledBy: 'Others call it by',
  development: 'Development hosts are on',
  developmentText:
    'Http and private addresses are accepted for {hosts}. Change it with “satchel agents development”.',
  none: 'No agent has called. Those that do appear here and wait for your answer.',
  inbox: 'Agents that called',
  calls: '{count} call | {count} calls',
  asked: 'It asked for',
  mayCall: 'It may call',
  noTools: 'No installed tool can be opened to other agents.',
  allow: 'Allow these tools',
  save: 'Save',
  refuse: 'Refuse',
  forget: 'Forget it',
  status: {
    asked: 'Waits for you',
    allowed: 'Allowed',
    refused: 'Refused',
  },
}
