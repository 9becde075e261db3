# replay_vcr.rb FOLDER NAME: makes the calls of a cassette of VCR again, answered by VCR from that cassette and by nobody
# else, and says of each whether the answer is the recorded one.
require "net/http"
require "vcr"
require "webmock"

folder, name = ARGV
VCR.configure do |config|
  config.cassette_library_dir = folder
  config.hook_into :webmock
end

def bytes(body)
  (body["base64_string"] ? body["base64_string"].unpack1("m") : body["string"]).b
end

interactions = YAML.load_file(File.join(folder, "#{name}.yml"))["http_interactions"]
VCR.use_cassette(name, record: :none, match_requests_on: %i[method uri body]) do
  interactions.each do |each|
    uri = URI(each["request"]["uri"])
    request = Net::HTTP.const_get(each["request"]["method"].capitalize).new(uri)
    body = bytes(each["request"]["body"])
    request.body = body unless body.empty?
    answer = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") { |http| http.request(request) }
    same = (answer.body || "").b == bytes(each["response"]["body"]) && answer.code.to_i == each["response"]["status"]["code"]
    puts "#{request.method} #{uri.request_uri} #{same ? "same" : "differs"}"
  end
end
