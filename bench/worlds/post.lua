-- Creates one object per request, each under an idempotency key of its own.
-- wrk ... -- PREFIX CONTENT_TYPE BODY
local prefix, body
local count = 0

function init(arguments)
    prefix, body = arguments[1], arguments[3]
    wrk.headers["Content-Type"] = arguments[2]
end

function request()
    count = count + 1
    wrk.headers["Idempotency-Key"] = prefix .. "-" .. count  -- beside those of the command line
    return wrk.format("POST", nil, nil, body)
end
