-- Opens $TARGET, waits for a finding of the server $SERVER, applies the preferred
-- fix, writes the file, and waits until nothing is found any more. It works with
-- Neovim 0.7; later versions have vim.lsp.start and vim.lsp.buf.code_action.
local function fail(text)
  io.stderr:write(text .. '\n')
  vim.cmd('cquit 1')
end

vim.cmd('edit ' .. vim.fn.fnameescape(os.getenv('TARGET')))
local buf = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = 'retryvet', cmd = { os.getenv('SERVER'), 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(buf, id)
if not vim.wait(120000, function() return #vim.diagnostic.get(buf) > 0 end, 20) then
  fail('no diagnostic')
end

local d = vim.diagnostic.get(buf)[1]
if d.code ~= 'nojitter/exponential' or d.severity ~= vim.diagnostic.severity.WARN then
  fail('another diagnostic: ' .. vim.inspect(d))
end
local answers = vim.lsp.buf_request_sync(buf, 'textDocument/codeAction', {
  textDocument = vim.lsp.util.make_text_document_params(buf),
  range = { start = { line = d.lnum, character = d.col }, ['end'] = { line = d.end_lnum, character = d.end_col } },
  context = { diagnostics = {}, only = { 'quickfix' } },
}, 60000)
local chosen
for _, action in ipairs(answers and answers[id] and answers[id].result or {}) do
  if action.isPreferred then
    chosen = action
  end
end
if not chosen then
  fail('no preferred fix: ' .. vim.inspect(answers))
end
vim.lsp.util.apply_workspace_edit(chosen.edit, vim.lsp.get_client_by_id(id).offset_encoding)
vim.cmd('silent write')
if not vim.wait(120000, function() return #vim.diagnostic.get(buf) == 0 end, 20) then
  fail('still found: ' .. vim.inspect(vim.diagnostic.get(buf)))
end
vim.cmd('qall!')
