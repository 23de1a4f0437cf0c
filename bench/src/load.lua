-- What wrk sends and, at its end, what it has seen.
-- Arguments: the method, a file with the body or "-", a file with codes or "-", the number of threads.
-- Where there are codes, every request carries another one in the place that the body marks with CODE,
-- and every thread has a share of its own.

local shares = 0

function setup(thread)
  thread:set("share", shares)
  shares = shares + 1
end

local function text_of(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

function init(args)
  wrk.method = args[1]
  if args[2] ~= "-" then
    wrk.body = text_of(args[2])
  end
  if args[3] == "-" then
    return
  end
  local threads, codes, number = tonumber(args[4]), {}, 0
  for code in io.lines(args[3]) do
    if number % threads == share then
      codes[#codes + 1] = code
    end
    number = number + 1
  end
  -- All codes have one length, so that one request fits every one of them.
  wrk.body = wrk.body:gsub("CODE", codes[1])
  local whole = wrk.format()
  local from, to = whole:find(codes[1], 1, true)
  local before, after, sent = whole:sub(1, from - 1), whole:sub(to + 1), 0
  request = function()
    sent = sent + 1
    -- Once they are used up, the last one goes out again: the product refuses it, and the round fails.
    return before .. codes[math.min(sent, #codes)] .. after
  end
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    'measured {"requests":%d,"took_us":%d,"bytes":%d,"refused":%d,"broken":%d,"timeouts":%d,' ..
    '"p50_us":%d,"p99_us":%d,"p999_us":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write, errors.timeout,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9)))
end
