import type { Messages } from '../en/index.ts'

const agents: Messages['agents'] = {
  open: 'Deja que otros agentes llamen a este',
  openText:
    'Escucha en {host}:{port}. Solo responde a los agentes que permitas abajo y con las herramientas que elijas.',
  calledBy: 'Los demás lo llaman por',
  development: 'Hay equipos de desarrollo activos',
  developmentText:
    'Se aceptan http y direcciones privadas para {hosts}. Cámbialo con «satchel agents development».',
  none: 'Ningún agente ha llamado. Los que lo hagan aparecerán aquí y esperarán tu respuesta.',
  inbox: 'Agentes que llamaron',
  calls: '{count} llamada | {count} llamadas',
  asked: 'Pidió',
  mayCall: 'Puede llamar a',
  noTools: 'Ninguna herramienta instalada se puede abrir a otros agentes.',
  allow: 'Permitir estas herramientas',
  save: 'Guardar',
  refuse: 'Rechazar',
  forget: 'Olvidarlo',
  status: {
    asked: 'Te espera',
    allowed: 'Permitido',
    refused: 'Rechazado',
  },
}
export default agents
