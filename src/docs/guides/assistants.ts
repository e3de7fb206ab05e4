import { html } from '../../core/html.ts'
import { code, type Guide } from '../guide.ts'

export const assistants: Guide = {
  slug: 'asistentes',
  title: 'Asistentes',
  summary: 'Lleva la tienda conversando: la misma API como 34 herramientas para asistentes.',
  body: (site) => html`
    <p>
      <code>POST /api/mcp</code> habla el Model Context Protocol por HTTP, sin sesiones, con la misma clave de API. Una
      herramienta puede lo que pueda la clave, y no se ofrece la que la clave no puede usar.
    </p>

    <h2>Conectar</h2>
    <p>En un asistente que se configura con un archivo JSON de servidores MCP:</p>
    ${code(
      JSON.stringify(
        {
          mcpServers: {
            vitrina: {
              type: 'http',
              url: `${site}/api/mcp`,
              headers: { Authorization: 'Bearer vit_…' },
            },
          },
        },
        null,
        2,
      ),
    )}
    <p>
      En los que piden los datos en pantalla: la dirección es <code>${site}/api/mcp</code>, el transporte «Streamable HTTP», y
      la cabecera <code>Authorization</code> lleva <code>Bearer</code> y la clave. Con <code>?readonly=1</code> al final de la
      dirección se ofrecen solo las 18 herramientas que no cambian nada.
    </p>

    <h2>Con cuidado</h2>
    <ul>
      <li>Haz una clave aparte para el asistente, con los permisos que necesita y ninguno más.</li>
      <li>
        Las herramientas que escriben admiten <code>dryRun</code>: dicen qué cambiaría sin guardar nada. Pide al asistente que
        lo use antes de borrar o de cambiar muchas cosas.
      </li>
      <li>
        Los nombres, notas y reseñas los escriben desconocidos; los resultados avisan de que son datos y no instrucciones. Aun
        así, revisa lo que el asistente propone.
      </li>
      <li>Con una clave de cuenta, cada herramienta admite <code>store</code>: el id o el slug de la tienda.</li>
    </ul>
  `,
}
