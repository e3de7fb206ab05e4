import { html } from '../../core/http/html.ts'
import { code, type Guide } from '../guide.ts'

export const assistants: Guide = {
  slug: 'asistentes',
  title: 'Asistentes',
  summary: 'Lleva la tienda hablando: conecta Claude, ChatGPT, Cursor, VS Code y otros por MCP.',
  body: (site) => html`
    <p>
      Vitrina habla el <b>Model Context Protocol</b> en <code>${site}/api/mcp</code> (Streamable HTTP, sin sesiones). Son 34
      herramientas, las mismas operaciones de la API: leer y cambiar productos, categorías, pedidos, descuentos, envíos y
      reseñas, y contar las ventas. Cada llamada vale como su solicitud REST: los mismos permisos, plan, límites y errores.
    </p>

    <h2>Claude y ChatGPT: solo la dirección</h2>
    <p>
      En <b>Claude</b> (web, escritorio y teléfono): <b>Ajustes → Conectores → Agregar conector personalizado</b>. En
      <b>ChatGPT</b>: <b>Ajustes → Conectores → Crear</b>, con el modo de desarrollador. Pon
      <code>${site}/api/mcp</code> y nada más: se abre Vitrina, entras como siempre, eliges la tienda y desmarcas lo que no
      quieras permitirle. Ves los asistentes con acceso en <b>Tu cuenta</b>, y ahí terminas el de cualquiera en el momento. Un
      asistente nunca puede más que quien lo conectó, y a los 90 días pide permiso otra vez. También termina cuando cambias tu
      contraseña, cierras todas las demás sesiones o dejas el equipo de la tienda. Un <code>client_id</code> registrado al que
      nadie da acceso se borra a los 20 minutos: regístralo otra vez.
    </p>
    <p>
      El acceso es OAuth 2.1 con PKCE, como lo pide el protocolo: cualquier cliente que lo siga se conecta igual, con o sin
      registro (<code>client_id</code> puede ser la dirección de su documento de metadatos). Los demás usan una clave:
    </p>

    <h2>1. Crea una clave para el asistente</h2>
    <p>
      En el panel, en <b>Claves de API</b>, con solo los permisos que quieras darle: el asistente no ve las herramientas que
      la clave no permite. Va en la cabecera <code>Authorization: Bearer vit_…</code>. Trátala como una contraseña, y revócala
      cuando ya no la uses.
    </p>
    <p>
      Para que solo pueda leer, conecta <code>${site}/api/mcp?readonly=1</code>: quedan las 18 herramientas que no cambian
      nada. Con una clave de cuenta, cada herramienta admite <code>store</code> (id o slug); o fija la tienda para toda la
      conexión con la cabecera <code>Service-Store</code>.
    </p>

    <h2>2. Conéctalo</h2>
    <p>La dirección tiene que ser alcanzable desde donde corre el asistente; los que corren en la nube piden <code>https</code>.</p>

    <h3>Claude Code</h3>
    ${code(`claude mcp add --transport http vitrina ${site}/api/mcp --header "Authorization: Bearer vit_…"`)}

    <h3>Claude Desktop</h3>
    <p>
      En <b>Ajustes → Desarrollador → Editar configuración</b> (<code>claude_desktop_config.json</code>). Necesita Node.js: el
      programa <code>mcp-remote</code> pone la clave en la cabecera.
    </p>
    ${code(`{
  "mcpServers": {
    "vitrina": {
      "command": "npx",
      "args": ["-y", "mcp-remote", "${site}/api/mcp", "--header", "Authorization:\${VITRINA}"],
      "env": { "VITRINA": "Bearer vit_…" }
    }
  }
}`)}

    <h3>Claude, desde su API</h3>
    ${code(`"mcp_servers": [
  { "type": "url", "url": "${site}/api/mcp", "name": "vitrina", "authorization_token": "vit_…" }
]`)}

    <h3>ChatGPT y la API de OpenAI</h3>
    <p>
      Los conectores de ChatGPT y de claude.ai entran sin clave, como dice arriba. Con la API de
      OpenAI (Responses) va la clave:
    </p>
    ${code(`"tools": [
  {
    "type": "mcp",
    "server_label": "vitrina",
    "server_url": "${site}/api/mcp",
    "headers": { "Authorization": "Bearer vit_…" },
    "require_approval": "always"
  }
]`)}

    <h3>Codex</h3>
    <p>En <code>~/.codex/config.toml</code>, con la clave en la variable de entorno <code>VITRINA_KEY</code>:</p>
    ${code(`[mcp_servers.vitrina]
url = "${site}/api/mcp"
bearer_token_env_var = "VITRINA_KEY"`)}

    <h3>Cursor</h3>
    <p>En <code>.cursor/mcp.json</code> del proyecto, o <code>~/.cursor/mcp.json</code>:</p>
    ${code(`{
  "mcpServers": {
    "vitrina": {
      "url": "${site}/api/mcp",
      "headers": { "Authorization": "Bearer \${env:VITRINA_KEY}" }
    }
  }
}`)}

    <h3>VS Code</h3>
    <p>En <code>.vscode/mcp.json</code>; pide la clave la primera vez y la guarda cifrada:</p>
    ${code(`{
  "inputs": [{ "id": "vitrina", "type": "promptString", "description": "Clave de Vitrina", "password": true }],
  "servers": {
    "vitrina": {
      "type": "http",
      "url": "${site}/api/mcp",
      "headers": { "Authorization": "Bearer \${input:vitrina}" }
    }
  }
}`)}

    <h3>Gemini CLI</h3>
    <p>En <code>~/.gemini/settings.json</code>:</p>
    ${code(`{
  "mcpServers": {
    "vitrina": { "httpUrl": "${site}/api/mcp", "headers": { "Authorization": "Bearer $VITRINA_KEY" } }
  }
}`)}

    <h3>Cualquier otro</h3>
    <p>
      Elige transporte <b>Streamable HTTP</b> (no SSE), la dirección <code>${site}/api/mcp</code> y la cabecera
      <code>Authorization</code>. Sirve la revisión 2026-07-28 del protocolo y las anteriores. Para probar sin asistente:
    </p>
    ${code(`curl ${site}/api/mcp \\
  -H "Authorization: Bearer vit_…" \\
  -H "Content-Type: application/json" \\
  -H "Accept: application/json, text/event-stream" \\
  -d '{ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "get_store", "arguments": {} } }'`)}

    <h2>3. Pídele algo</h2>
    <ul>
      <li>«Crea la categoría Café en grano y ponle estos cinco productos con sus precios.»</li>
      <li>«¿Qué pedidos están sin confirmar? Confirma el de Ana.»</li>
      <li>«¿Cuánto vendí la semana pasada y qué fue lo más vendido?»</li>
    </ul>

    <h2>Antes de guardar, ensayar</h2>
    <p>
      Toda herramienta que escribe admite <code>dryRun: true</code>: hace la operación entera, con todas sus comprobaciones,
      dice campo por campo qué cambiaría y no guarda nada ni avisa a nadie. Lo que sí se guarda queda anotado con su clave, su
      herramienta y cómo estaba antes y después; en la historia de un pedido aparece <code>by: assistant</code>.
    </p>

    <h2>Lo que escriben los clientes</h2>
    <p>
      Nombres, direcciones, notas y reseñas los escribe cualquiera, y alguien puede escribir órdenes para tu asistente. Vitrina
      los marca como datos, pero decide la persona: no apruebes sin leer las herramientas que cambian o borran, y dale a la
      clave solo los permisos que hagan falta.
    </p>

    <h2>Temas y tiendas</h2>
    <p>
      Los temas de la tienda se leen como recursos: <code>vitrina://themes</code> y <code>vitrina://themes/{id}</code>. Con una
      clave de cuenta también <code>vitrina://stores</code>, <code>vitrina://stores/{store}/themes</code> y
      <code>vitrina://stores/{store}/themes/{id}</code>.
    </p>

    <h2>Errores</h2>
    <p>
      Lo que la API rechaza llega como resultado con <code>isError</code> y el mismo cuerpo que en REST, como texto y en
      <code>structuredContent</code>, para que el asistente lo entienda y lo corrija. Sin clave, o con una que no existe, la respuesta
      HTTP es 401; pasado el límite de la clave, 429 salvo en las llamadas a herramientas, que lo dicen en su resultado. Los mensajes
      van de uno en uno, sin lotes.
    </p>
  `,
}
